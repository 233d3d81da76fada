// The guards where there are no files; those for lmdb and Redis do not load there.
export const webGuards = (memoryGuard) => [
  { name: 'memory', open: async () => ({ guard: await memoryGuard() }) },
  {
    name: 'memory with a high-water file',
    open: () => memoryGuard({ highWater: 'high-water' }),
    refusal: /no files|cannot be read/,
  },
]
