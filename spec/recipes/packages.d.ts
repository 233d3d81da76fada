/**
 * As much as the recipes use of packages that the project does not depend on: the specs that run the recipes install them.
 */
declare module 'pkcs11js' {
  interface Mechanism {
    readonly mechanism: number
    readonly parameter?: unknown
  }
  interface Attribute {
    readonly type: number
    readonly value?: Buffer | string | number | boolean
  }
  class PKCS11 {
    load(path: string): void
    close(): void
    C_Initialize(options: { readonly flags: number }): void
    C_Finalize(): void
    C_GetSlotList(tokenPresent: boolean): Array<Buffer>
    C_GetTokenInfo(slot: Buffer): { readonly label: string }
    C_OpenSession(slot: Buffer, flags: number): Buffer
    C_CloseSession(session: Buffer): void
    C_Login(session: Buffer, user: number, pin: string): void
    C_Logout(session: Buffer): void
    C_FindObjectsInit(session: Buffer, template: ReadonlyArray<Attribute>): void
    C_FindObjects(session: Buffer, max: number): Array<Buffer>
    C_FindObjectsFinal(session: Buffer): void
    C_GenerateKeyPair(
      session: Buffer,
      mechanism: Mechanism,
      publicTemplate: ReadonlyArray<Attribute>,
      privateTemplate: ReadonlyArray<Attribute>,
    ): { readonly publicKey: Buffer; readonly privateKey: Buffer }
    C_GenerateKey(session: Buffer, mechanism: Mechanism, template: ReadonlyArray<Attribute>): Buffer
    C_WrapKey(session: Buffer, mechanism: Mechanism, wrappingKey: Buffer, key: Buffer, output: Buffer): Buffer
    C_GetAttributeValue(
      session: Buffer,
      object: Buffer,
      template: ReadonlyArray<Attribute>,
    ): Array<{ readonly type: number; readonly value: Buffer }>
    C_DestroyObject(session: Buffer, object: Buffer): void
    C_SignInit(session: Buffer, mechanism: Mechanism, key: Buffer): void
    C_SignAsync(session: Buffer, data: Buffer, output: Buffer): Promise<Buffer>
  }
  type Constant =
    | 'CKA_CLASS'
    | 'CKA_DECRYPT'
    | 'CKA_ENCRYPT'
    | 'CKA_EXTRACTABLE'
    | 'CKA_LABEL'
    | 'CKA_MODULUS'
    | 'CKA_MODULUS_BITS'
    | 'CKA_PRIME_1'
    | 'CKA_PRIVATE'
    | 'CKA_PRIVATE_EXPONENT'
    | 'CKA_PUBLIC_EXPONENT'
    | 'CKA_SENSITIVE'
    | 'CKA_SIGN'
    | 'CKA_TOKEN'
    | 'CKA_VALUE_LEN'
    | 'CKA_VERIFY'
    | 'CKA_WRAP'
    | 'CKF_OS_LOCKING_OK'
    | 'CKF_RW_SESSION'
    | 'CKF_SERIAL_SESSION'
    | 'CKG_MGF1_SHA256'
    | 'CKM_AES_KEY_GEN'
    | 'CKM_AES_KEY_WRAP_PAD'
    | 'CKM_RSA_PKCS'
    | 'CKM_RSA_PKCS_KEY_PAIR_GEN'
    | 'CKM_SHA256'
    | 'CKM_SHA256_RSA_PKCS'
    | 'CKM_SHA256_RSA_PKCS_PSS'
    | 'CKO_PRIVATE_KEY'
    | 'CKU_USER'
    | 'CK_PARAMS_RSA_PSS'
  const pkcs11js: { readonly PKCS11: typeof PKCS11 } & Readonly<Record<Constant, number>>
  export default pkcs11js
}

declare module '@aws-sdk/client-kms' {
  export class SignCommand {
    constructor(input: {
      readonly KeyId: string | undefined
      readonly Message: Uint8Array
      readonly MessageType: 'RAW' | 'DIGEST'
      readonly SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256'
    })
  }
  export class KMSClient {
    constructor(options: { readonly maxAttempts?: number })
    send(command: SignCommand): Promise<{ readonly Signature?: Uint8Array }>
  }
}

declare module '@google-cloud/kms' {
  export class KeyManagementServiceClient {
    constructor(options: Readonly<Record<string, unknown>>)
    asymmetricSign(request: {
      readonly name: string
      readonly digest: { readonly sha256: Uint8Array }
    }): Promise<[{ readonly signature?: Uint8Array | string | null }]>
    close(): Promise<void>
  }
}
