import { emailAddressSchema } from '@atalaia/contracts'

/** P-REGISTER-3 */
export const emailError = (email: string): string | undefined => {
  if (!email) return 'Informe seu email.'
  if (!emailAddressSchema.safeParse(email).success) return 'Informe um email válido, como nome@empresa.com.br.'
  return undefined
}
