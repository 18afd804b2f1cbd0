/** State of the login and of the registration, as spec.md section 3 names it. */
export type AuthState = { readonly isFetching: boolean; readonly errorMessage: string }

export const idle: AuthState = { isFetching: false, errorMessage: '' }
export const requesting: AuthState = { isFetching: true, errorMessage: '' }
export const failed = (errorMessage: string): AuthState => ({ isFetching: false, errorMessage })

/** spec.md section 8: an empty input, or a token that the shell does not take. */
export const SOMETHING_WRONG = 'Something was wrong. Try again'
