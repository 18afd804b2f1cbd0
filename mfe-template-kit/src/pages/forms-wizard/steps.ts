import { email, matches, required, type Rule } from '../../forms/rules.ts'

export type WizardField = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly rules: readonly Rule[]
  /** `#` matches a digit (P-KIT-14). */
  readonly mask?: string
  readonly options?: readonly string[]
}

export type Step = { readonly title: string; readonly fields: readonly WizardField[] }

const regions = ['AR', 'AU', 'BR', 'CA', 'CL', 'DE', 'ES', 'FR', 'MX', 'PT', 'US', 'UY']
const regionNames = new Intl.DisplayNames('pt-BR', { type: 'region' })
const countries = regions.map((region) => regionNames.of(region) ?? region).toSorted(new Intl.Collator('pt-BR').compare)

const masked = (name: string, label: string, mask: string): WizardField => ({
  name,
  label,
  mask,
  hint: mask.replaceAll('#', '0'),
  rules: [required, matches(mask)],
})

/** P-KIT-12, P-KIT-13, P-KIT-14 */
export const steps: readonly Step[] = [
  {
    title: 'Your Details',
    fields: [
      { name: 'username', label: 'Nome de usuário', rules: [required] },
      { name: 'email', label: 'Email', rules: [required, email] },
      { name: 'address', label: 'Endereço', rules: [required] },
    ],
  },
  {
    title: 'Shipping',
    fields: [
      { name: 'country', label: 'País de destino', rules: [required], options: countries },
      { name: 'shipping', label: 'Envio', rules: [required], options: ['Australia Post', 'DHL US', 'Other'] },
      masked('zip', 'CEP', '######'),
    ],
  },
  {
    title: 'Pay',
    fields: [
      { name: 'cardName', label: 'Nome no cartão', rules: [required] },
      { name: 'cardType', label: 'Cartão', rules: [required], options: ['Visa', 'Mastercard', 'Other'] },
      masked('cardNumber', 'Número do cartão', '#### #### #### ####'),
      masked('expiry', 'Validade', '##/##'),
    ],
  },
  { title: 'Thank you', fields: [] },
]
