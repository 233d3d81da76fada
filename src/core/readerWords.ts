/**
 * What is wrong with a key that is read, and with a registry of keys. These words come with the readers: a page that has not
 * loaded a reader cannot have such a fault, and one that has loaded it has its words, too.
 */
import { rule as appIdRule } from './AppId.ts'
import { mustBe } from './Rule.ts'

export const readerWords = {
  'not-a-key':
    'this is not a key: give one whole PEM block, DER, a JWK or a JWK Set (or, in a program, a CryptoKey or KeyObject)',
  'one-line':
    'this is only the first line of a PEM; where the key is set, such as in a .env file, put the whole PEM in quotes',
  'cut-off': 'the end of the PEM is missing, with its line END; copy the whole key',
  'lost-backslashes':
    'the PEM has the letter n where its lines should end, so a shell has removed the backslashes; where the key is set, put it in single quotes',
  'escaped-newlines':
    "the PEM has backslash-n where its lines should end; replace each by a line end: String(key).replace(/\\\\+[nr]/g, '\\n')",
  escaped:
    "the key has backslashes, and perhaps also quotes; remove them: String(key).replace(/\\\\+[nr]/g, '\\n').replace(/[\\\\\"'`]/g, '')",
  quoted: 'there are quotes around the key; remove them: String(key).trim().slice(1, -1)',
  'json-string': 'the key is in a JSON string, with quotes and backslashes; decode it: JSON.parse(key)',
  'bare-base64':
    "this is the Base64 of a key without the lines BEGIN and END; add them, or give the bytes: Buffer.from(String(key), 'base64')",
  'utf-16': 'this is text in UTF-16, which some Windows programs write; save it as UTF-8',
  path: 'this is the path of a file; give the content of the file: readFileSync(path)',
  json: 'this begins like a JWK, but is not JSON',
  'escaped-json':
    "this has backslashes, as within a JSON string; decode it: JSON.parse('\"' + String(key).trim() + '\"')",
  openssh:
    'this is a key in the format of OpenSSH; convert it with ssh-keygen: -m PEM -p for a private key, -m PKCS8 -e for a public one',
  'two-blocks': 'there is more than one PEM block; put each key into a file of its own',
  'text-around': 'there is text before or after the PEM block; remove it',
  base64: 'the PEM block is not well-formed Base64',
  der: 'the DER of this RSA key is malformed, or is not the form that the PEM lines name',
  'trailing-data': 'there are bytes after the end of the key, or its encoding is not canonical',
  'legacy-encryption':
    'this PEM uses the old encryption of PKCS#1; convert it: openssl pkcs8 -topk8 -in OLD.pem -out NEW.pem',
  'passphrase-missing': 'the private key is encrypted, but no passphrase was given',
  'passphrase-wrong': 'the passphrase does not open the private key',
  'multi-prime': 'the private key has more than two primes, which few platforms can use',
  jwk: 'the JWK is not a well-formed RSA key: a member is missing or malformed',
  'jwk-set': 'the JWK Set does not have the right keys: a verifier needs RSA keys, a signer exactly one private key',
  inconsistent: 'the numbers of the private key do not belong together, so the key is damaged; export it again',
  // With isolatedDeclarations the type of a call must be written out.
  'app-id': /* @__PURE__ */ mustBe('the name', appIdRule) as string,
  'same-key-for-two-apps': 'the same key is given to two apps; the app id is not signed, so each app needs its own key',
  'same-key-twice':
    'the same key is given to an app twice, and is revoked in only one place; revoke it in both places, or remove one of the two',
  'too-many-keys': 'an app has at most 4 keys',
  'test-key':
    'this is a test key of countersign/testing with a published private key, but NODE_ENV is production; give a key of your own',
  validity: 'the validity period of the key is malformed',
  unreadable: 'the file or folder cannot be read',
} as const
