import { emailAddressSchema } from '@atalaia/contracts'

/** What is wrong with the address as typed; an address is required, and an e-mail one (spec.md section 5). */
export const emailError = (email: string): string | undefined => {
  if (!email) return 'Informe seu email.'
  if (!emailAddressSchema.safeParse(email).success) return 'Informe um email válido, como nome@empresa.com.br.'
  return undefined
}
