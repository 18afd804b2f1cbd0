import type { PasskeyRequest } from '@atalaia/contracts/second-factor'

export type PasskeyAnswer =
  | { readonly ok: true; readonly answer: object }
  | { readonly ok: false; readonly text: string }

/** True: reads a server's passkey request (WebAuthn level 3). */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Never rejects. */
export const askPasskey = async (request: PasskeyRequest, signal: AbortSignal): Promise<PasskeyAnswer> => {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request)
    const credential = await navigator.credentials.get({ publicKey, signal })
    if (credential instanceof PublicKeyCredential) return { ok: true, answer: credential.toJSON() }
    return { ok: false, text: 'A chave de acesso falhou. Tente de novo.' }
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    const text = isRefused
      ? 'A chave de acesso não foi usada: o pedido foi cancelado, ou o tempo acabou.'
      : 'A chave de acesso falhou. Tente de novo.'
    return { ok: false, text }
  }
}
