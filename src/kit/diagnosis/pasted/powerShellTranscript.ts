/**
 * The command in a transcript of PowerShell, behind the prompt. The lines round it are of the transcript, and no headers.
 *
 *     **********************
 *     Windows PowerShell transcript start
 *     Host Application: powershell.exe
 *     **********************
 *     PS C:\\Users\\me> Invoke-RestMethod -Uri https://api.example/v1/jobs -Method Post …
 *
 * Texts have one character for each byte.
 */

const transcript = /^\*{8,64}\r?\n(?:Windows )?PowerShell transcript start\r?$/m

/** A command that sends a request, up to the next prompt, the first line of an error or the end of the transcript. */
const commands =
  /^PS [^>\n]{0,256}> ([^\n]*(?:Invoke-(?:RestMethod|WebRequest)|\bi[rw][mr]\b|\bcurl(?:\.exe)?) [^\n]*(?:\r?\n(?!PS [^>\n]{0,256}> |\*{8}|[\w-]{1,64} ?: )[^\n]*)*)/gim

/** The only such command with an Authorization header. Undefined if the text is no transcript, or has several. */
export const powerShellTranscript = (text: string): string | undefined => {
  if (!transcript.test(text)) return undefined
  const signed = [...text.matchAll(commands)]
    .map(([, command = '']) => command)
    .filter((each) => /authorization/i.test(each))
  return signed.length === 1 ? signed[0]?.trimEnd() : undefined
}
