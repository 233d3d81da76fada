/** Mutants that no run can notice, each with the reason. The key is the mutant's port, file and change. */
export const equivalent: Readonly<Record<string, string>> = {}
