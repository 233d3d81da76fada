/** What to do if something other than a signature was sent. */

export const signAnew =
  'Sign the string to sign with the private key (SHA256withRSA), and write this signature in Base64.'
