/**
 * Programs that print what is sent on a network, with a dot for each byte that is not printable. So a dot in a body that they show may be
 * another byte.
 *
 *     T 127.0.0.1:43210 -> 127.0.0.1:8080 [AP]
 *     POST /v1/jobs HTTP/1.1..Host: h..
 */

/** How the output of programs begins, or one of its lines, that print a dot for a byte that is not printable. */
const dottingOutputs: ReadonlyArray<RegExp> = [
  // tshark -z follow,tcp,ascii,0: `Follow: tcp,ascii`
  /^Follow: \w{2,8},ascii\r?$/m,
  // tcpflow -c: `127.000.000.001.43210-127.000.000.001.08080: POST /v1/jobs HTTP/1.1`
  /^\d{3}(?:\.\d{3}){3}\.\d{5}-\d{3}(?:\.\d{3}){3}\.\d{5}: /m,
  // socat -v: `> 2026/11/21 08:15:30.123456  length=412 from=0 to=411`
  /^> \d{4}\/\d\d\/\d\d [\d:.]{8,18} {1,2}length=\d{1,9} from=\d{1,9} to=/m,
  // tcpdump -A: `08:15:30.123456 IP 127.0.0.1.43210 > 127.0.0.1.8080: Flags [P.], length 412`
  /^(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d{1,9} IP6? /m,
  // ngrep: `T 2026/11/21 08:15:30.123456 127.0.0.1:43210 -> 127.0.0.1:8080 [AP]`
  /^[TU] (?:[\d:./ -]{8,32} )?\S{1,64}:\d{1,5} -> \S{1,64}:\d{1,5}\b/m,
]

/** Whether such a program has printed this. */
export const isFromDottingTool = (printedText: string): boolean =>
  dottingOutputs.some((pattern) => pattern.test(printedText))
