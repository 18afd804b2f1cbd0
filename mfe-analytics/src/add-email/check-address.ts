import { emailAddressSchema, type MonitoredEmail } from '@atalaia/contracts'

export type AddressCheck =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly problem: string }

const problem = (text: string): AddressCheck => ({ ok: false, problem: text })

/** Checks an address to be monitored: one valid address of at most 254 characters that is not in `known`. */
export const checkAddress = (text: string, known: readonly MonitoredEmail[]): AddressCheck => {
  const email = text.trim()
  if (email === '') return problem('Informe o endereço de e-mail que deve ser monitorado.')
  if (email.length > 254) return problem('O endereço deve ter no máximo 254 caracteres.')
  if (/[\s,;]/.test(email) && email.split('@').length > 2) return problem('Informe um único endereço por vez.')
  if (!emailAddressSchema.safeParse(email).success) {
    return problem('Informe um endereço de e-mail válido, como nome@empresa.com.br.')
  }
  const same = email.toLowerCase()
  if (known.some((monitored) => monitored.email.toLowerCase() === same)) {
    return problem('Este endereço já está entre os emails monitorados.')
  }
  return { ok: true, email }
}
