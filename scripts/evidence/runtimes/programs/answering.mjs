// The protocol of the conformance suite, for whatever carries the lines.

/** What answers a line with a line, or with undefined to the bye. `policies` are names with commas between them; our own unless given. */
export const answering = (createPort, policies) => {
  const taken =
    policies === undefined ? {} : { policies: Object.fromEntries(policies.split(',').map((name) => [name, true])) }
  const port = createPort({ version: 'packed', ...taken })
  return async (line) => {
    const { type, seq, op, input } = JSON.parse(line)
    switch (type) {
      case 'hello':
        return JSON.stringify({ type: 'hello', ...port.hello })
      case 'run':
        return JSON.stringify({ seq, ...(await port.answer(op, input)) })
      default:
        return undefined
    }
  }
}

/** The same for a port that is asked under several policies; `''` to the bye. */
export const answeringAll = (createPort) => {
  const ports = new Map()
  return async (line, policies) => {
    if (!ports.has(policies)) ports.set(policies, answering(createPort, policies))
    return (await ports.get(policies)(line)) ?? ''
  }
}
