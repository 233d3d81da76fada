// The same as onNode.mjs, of the package as CommonJS has it.
const start = async () => {
  const { told } = await import('./compatible.mjs')
  console.log(JSON.stringify(await told(async (specifier) => require(specifier))))
  process.exit(0)
}
start()
