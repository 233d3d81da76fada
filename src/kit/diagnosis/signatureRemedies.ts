/** What to do if the text in place of the signature is no signature, or no whole one. */

export const signAnew =
  'Sign the string to sign with the private key (SHA256withRSA), and write this signature in Base64.'

export const signByAlgorithm =
  'Sign with the private key, with the algorithm RSASSA-PKCS1-v1_5 and SHA-256 (SHA256withRSA).'

export const printSignature =
  'Print the signature before you put it into the header. If signing fails, correct this error first.'

export const compareSignatures =
  'Compare the signature that the caller made with the signature that arrived, character by character.'

export const compareIfSigned =
  'If the program already does this, compare the signature that it made with the signature that arrived, character by character.'
