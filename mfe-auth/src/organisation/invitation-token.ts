import { invitationFactsSchema, type HttpClient } from '@atalaia/contracts'

/** Asks who invites into what. */
export const readInvitation = (http: HttpClient, token: string, signal: AbortSignal) =>
  http.postJson('/auth/convite', { token }, invitationFactsSchema, { signal })

const KEY = 'atalaia.invitation'

/** Keeps the secret of an invitation's link for this tab, while its reader signs up or logs in. No address carries it on. */
export const keepInvitation = (token: string): void => {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Without storage its reader opens the link again after the login.
  }
}

/** The secret that was kept; '' where there is none. */
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
