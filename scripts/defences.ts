// `npm run defences`: the mutants.
import './evidence/mutants.ts'
