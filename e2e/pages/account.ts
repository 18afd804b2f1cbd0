export type Account = { readonly email: string; readonly password: string }
