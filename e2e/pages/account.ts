/** The two fields that login and registration ask for. */
export type Account = { readonly email: string; readonly password: string }
