import pkcs11js from 'pkcs11js'

const { CKA_CLASS, CKA_LABEL, CKF_OS_LOCKING_OK, CKF_SERIAL_SESSION, CKM_RSA_PKCS, CKM_SHA256_RSA_PKCS } = pkcs11js
/** PKCS#1 v1.5 puts these bytes before a SHA-256 digest. CKM_RSA_PKCS of a token adds only the padding. */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')

export interface Where {
  /** The driver that came with the HSM: a shared library. */
  readonly driver: string
  /** The labels of the token and of the private key in it. */
  readonly token: string
  readonly label: string
  readonly pin: string
}

/** A private key in a token. */
export interface TokenKey {
  /** For `signDigest`. */
  readonly signDigest: (sha256: Uint8Array) => Promise<Uint8Array>
  /** For `sign`, if the token itself computes the digest. */
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>
  readonly close: () => void
}

/** Logs in, and finds the key. */
export const openKey = ({ driver, token, label, pin }: Where): TokenKey => {
  const pkcs11 = new pkcs11js.PKCS11()
  pkcs11.load(driver)
  // Several threads of this process will call the driver at once.
  pkcs11.C_Initialize({ flags: CKF_OS_LOCKING_OK })
  const slot = pkcs11.C_GetSlotList(true).find((each) => pkcs11.C_GetTokenInfo(each).label.trim() === token)
  if (slot === undefined) throw new Error(`there is no token with the label ${token}`)
  const open = () => pkcs11.C_OpenSession(slot, CKF_SERIAL_SESSION)

  // A login is valid for all sessions of the process while one session is open. This session stays open.
  const login = open()
  pkcs11.C_Login(login, pkcs11js.CKU_USER, pin)
  pkcs11.C_FindObjectsInit(login, [
    { type: CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY },
    { type: CKA_LABEL, value: label },
  ])
  const [key] = pkcs11.C_FindObjects(login, 1)
  pkcs11.C_FindObjectsFinal(login)
  if (key === undefined) throw new Error(`the token holds no private key with the label ${label}`)

  // A session makes one signature at a time. So each signature has a session; a free session is used again.
  const idle: Array<Buffer> = []
  const signWith = async (mechanism: number, data: Uint8Array): Promise<Uint8Array> => {
    const session = idle.pop() ?? open()
    try {
      pkcs11.C_SignInit(session, { mechanism }, key)
      const signature = await pkcs11.C_SignAsync(session, Buffer.from(data), Buffer.alloc(1024))
      idle.push(session)
      return signature
    } catch (error) {
      pkcs11.C_CloseSession(session)
      throw error
    }
  }
  return {
    signDigest: (sha256) => signWith(CKM_RSA_PKCS, Buffer.concat([digestInfo, sha256])),
    sign: (message) => signWith(CKM_SHA256_RSA_PKCS, message),
    close: () => {
      pkcs11.C_Finalize()
      pkcs11.close()
    },
  }
}
