/** State of the login and of the registration. */
export type AuthState = { readonly isFetching: boolean; readonly errorMessage: string }

export const idle: AuthState = { isFetching: false, errorMessage: '' }
export const requesting: AuthState = { isFetching: true, errorMessage: '' }
export const failed = (errorMessage: string): AuthState => ({ isFetching: false, errorMessage })

/** The message for an empty input and for a token that the shell refuses (P-LOGIN-5, P-LOGIN-9, P-REGISTER-10). */
export const SOMETHING_WRONG = 'Something was wrong. Try again'
