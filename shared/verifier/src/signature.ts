import { signedVerdictSchema, VERDICT_LIMITS, verdictSchema, type SignedVerdict, type Verdict } from '@atalaia/artifact'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** Before the signed text, so that a signature of this key under anything else is none under a verdict. */
const PURPOSE = 'atalaia-verdict-1\n'
const PREFIX = 'ed25519:'
/** The head of an Ed25519 public key in DER (RFC 8410); its 32 bytes follow. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const signedText = (verdict: string) => Buffer.from(PURPOSE + verdict)

/** The public half of a key, as an operator registers it: `ed25519:<base64url>`. */
export const publicKeyOf = (key: KeyObject): string =>
  PREFIX + createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(DER_HEAD.length).toString('base64url')

/** A new key: its private half in PEM, and its public half. */
export const createVerifierKey = (): { readonly privateKey: string; readonly publicKey: string } => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKeyOf(privateKey),
  }
}

/** Reads the private half of a key. Throws for anything but Ed25519 in PEM. */
export const readVerifierKey = (pem: string): KeyObject => {
  const fault = 'the key of the verifier is no Ed25519 key in PEM: --new-key FILE makes one'
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new Error(fault, { cause })
  }
  throw new Error(fault)
}

/** Signs a verdict as the verifier of this name. */
export const signVerdict = (
  verdict: Verdict,
  { verifier, key }: { readonly verifier: string; readonly key: KeyObject },
): SignedVerdict => {
  const text = JSON.stringify(verdict)
  return signedVerdictSchema.parse({
    verifier,
    verdict: text,
    signature: sign(null, signedText(text), key).toString('base64url'),
  })
}

const refused = (message: string) => ({ ok: false, message }) as const

/** The verdict, if `publicKey` has signed exactly this text and the text is a verdict; otherwise why it is not taken. */
export const openVerdict = (
  { verdict: text, signature }: SignedVerdict,
  publicKey: string,
): { readonly ok: true; readonly verdict: Verdict } | { readonly ok: false; readonly message: string } => {
  if (Buffer.byteLength(text) > VERDICT_LIMITS.bytes)
    return refused(`a verdict has at most ${VERDICT_LIMITS.bytes} bytes`)
  const raw = Buffer.from(publicKey.slice(PREFIX.length), 'base64url')
  const key = createPublicKey({ key: Buffer.concat([DER_HEAD, raw]), format: 'der', type: 'spki' })
  if (!verify(null, signedText(text), key, Buffer.from(signature, 'base64url')))
    return refused('the signature is not of the key that is registered for this verifier')
  try {
    const parsed = verdictSchema.safeParse(JSON.parse(text))
    if (parsed.success) return { ok: true, verdict: parsed.data }
  } catch {
    // Signed, and still no JSON.
  }
  return refused('what is signed is no verdict of this format')
}
