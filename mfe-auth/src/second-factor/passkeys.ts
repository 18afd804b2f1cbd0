import type { PasskeyCreation, PasskeyRequest } from '@atalaia/contracts/second-factor'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

export type PasskeyOutcome<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly text: string }

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: 'A chave de acesso não foi usada: o pedido foi cancelado, ou o tempo acabou.',
  AbortError: 'A chave de acesso não foi usada: o pedido foi cancelado.',
  InvalidStateError: 'Este aparelho já tem uma chave de acesso desta conta.',
  ConstraintError: 'Este aparelho não confirma quem o usa. Ligue o bloqueio de tela, ou use outro.',
  NotSupportedError: 'Este navegador ou aparelho não conhece chaves de acesso.',
  SecurityError: 'Neste endereço o navegador não aceita chaves de acesso.',
}

const outcomeOf = async <Answer>(ask: () => Promise<Answer>): Promise<PasskeyOutcome<Answer>> => {
  if (!('PublicKeyCredential' in globalThis)) return { ok: false, text: texts['NotSupportedError'] ?? '' }
  try {
    return { ok: true, answer: await ask() }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    return { ok: false, text: texts[name] ?? 'A chave de acesso falhou. Tente de novo.' }
  }
}

export const answerByPasskey = (optionsJSON: PasskeyRequest) => outcomeOf(() => startAuthentication({ optionsJSON }))

export const createPasskey = (optionsJSON: PasskeyCreation) => outcomeOf(() => startRegistration({ optionsJSON }))
