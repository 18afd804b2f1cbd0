import { invitationFactsSchema, type HttpClient } from '@atalaia/contracts'

export const readInvitation = (http: HttpClient, token: string, signal: AbortSignal) =>
  http.postJson('/auth/convite', { token }, invitationFactsSchema, { signal })

const KEY = 'atalaia.invitation'

/** Keeps an invitation's secret for this tab during sign-up or login. No address carries it further. */
export const keepInvitation = (token: string): void => {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Without storage its reader opens the link again after the login.
  }
}

/** '' without one. */
export const keptInvitation = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export const dropInvitation = (): void => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
