import { signedVerdictSchema, VERDICT_LIMITS, verdictSchema, type SignedVerdict, type Verdict } from '@atalaia/artifact'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** Prefix of the signed text: signatures for other purposes are invalid here. */
const PURPOSE = 'atalaia-verdict-1\n'
const PREFIX = 'ed25519:'
/** Head of a DER Ed25519 public key (RFC 8410), before its 32 bytes. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const signedText = (verdict: string) => Buffer.from(PURPOSE + verdict)

/** For operators: `ed25519:<base64url>`. */
export const publicKeyOf = (key: KeyObject): string =>
  PREFIX + createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(DER_HEAD.length).toString('base64url')

/** Private half in PEM. */
export const createVerifierKey = (): { readonly privateKey: string; readonly publicKey: string } => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKeyOf(privateKey),
  }
}

/** Throws for anything but Ed25519 in PEM. */
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

/** A verdict that `publicKey` signed exactly; otherwise the reason. */
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
