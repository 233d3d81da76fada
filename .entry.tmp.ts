export { diagnose, examine } from '/work/wt-A/src/kit/diagnosis/examine.ts'
export { hash } from '/work/wt-A/src/platform/node/hash.ts'
