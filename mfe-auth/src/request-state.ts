import type { PublicConfig } from '@atalaia/contracts'

/** State of the request of one form. `errorMessage` is empty until the request has failed. */
export type RequestState = { readonly isFetching: boolean; readonly errorMessage: string }

export const idle: RequestState = { isFetching: false, errorMessage: '' }
export const requesting: RequestState = { isFetching: true, errorMessage: '' }
export const failed = (errorMessage: string): RequestState => ({ isFetching: false, errorMessage })

/** The message for an empty input, and for a token that the shell rejects (P-LOGIN-5, P-LOGIN-9, P-REGISTER-10). */
export const SOMETHING_WRONG = 'Something was wrong. Try again'

/** Whether requests succeed without a call: without a backend, and only if the configuration allows it (P-SESSION-13). */
export const isDemo = ({ demo, apiUrl }: PublicConfig): boolean => demo && apiUrl === null
