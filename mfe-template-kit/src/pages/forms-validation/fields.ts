import { email, equals, minLength, number, range, required, url, type Rule } from '../../forms/rules.ts'

export const fieldNames = ['simple', 'minlength', 'email', 'number', 'range', 'password', 'repeat', 'website'] as const
export type FieldName = (typeof fieldNames)[number]
export type Values = Readonly<Record<FieldName, string>>

export type Field = {
  readonly name: FieldName
  readonly label: string
  readonly hint: string
  readonly type: 'text' | 'email' | 'password' | 'url'
  readonly rules: readonly Rule[]
  /** Typed characters before the first check (P-KIT-10). */
  readonly startsAt: number
}

/** P-KIT-11 */
export const fields: readonly Field[] = [
  { name: 'simple', label: 'Simples', hint: 'Obrigatório', type: 'text', rules: [required], startsAt: 3 },
  {
    name: 'minlength',
    label: 'Tamanho mínimo',
    hint: 'Pelo menos 10 caracteres',
    type: 'text',
    rules: [required, minLength(10)],
    startsAt: 3,
  },
  { name: 'email', label: 'Email', hint: 'Um email válido', type: 'email', rules: [required, email], startsAt: 1 },
  { name: 'number', label: 'Número', hint: 'Só números', type: 'text', rules: [required, number], startsAt: 3 },
  {
    name: 'range',
    label: 'Faixa',
    hint: 'Um número de 10 a 100',
    type: 'text',
    rules: [required, number, range(10, 100)],
    startsAt: 3,
  },
  {
    name: 'password',
    label: 'Senha',
    hint: 'Pelo menos 6 caracteres',
    type: 'password',
    rules: [required, minLength(6)],
    startsAt: 3,
  },
  {
    name: 'repeat',
    label: 'Repita a senha',
    hint: 'Igual à senha',
    type: 'password',
    rules: [required, minLength(6), equals('password', 'As senhas não são iguais.')],
    startsAt: 3,
  },
  { name: 'website', label: 'Site', hint: 'Começa com https://', type: 'url', rules: [required, url], startsAt: 3 },
]

export const emptyValues: Values = {
  simple: '',
  minlength: '',
  email: '',
  number: '',
  range: '',
  password: '',
  repeat: '',
  website: '',
}
