import type { OwnerKeyScope } from '@atalaia/contracts/api-keys'

export const KEY_SCOPE_WORDS: Readonly<Record<OwnerKeyScope, { readonly label: string; readonly hint: string }>> = {
  'hibp:read': { label: 'Consultar vazamentos', hint: 'de um endereço ou domínio, pela API do Have I Been Pwned' },
  'findings:read': {
    label: 'Ler os vazamentos encontrados',
    hint: 'um a um, na ordem em que vieram, para um SIEM; também em STIX e MISP',
  },
  'addresses:read': {
    label: 'Ler os endereços',
    hint: 'com números, gravidade e as fontes de cada um; sem senhas e sem responsáveis',
  },
  'cases:read': { label: 'Ler os casos', hint: 'com estado, prazo e nota; sem responsáveis' },
  'cases:write': {
    label: 'Alterar os casos',
    hint: 'estado, prazo e nota; o histórico e a auditoria dizem que foi esta chave',
  },
  'audit:read': { label: 'Ler a auditoria', hint: 'o que foi feito na organização inteira, sem limite de endereços' },
  'domains:read': { label: 'Ler os domínios', hint: 'com a prova de cada um e quando foi conferida' },
  'domains:write': { label: 'Incluir e provar domínios', hint: 'pela API do Have I Been Pwned' },
}

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(KEY_SCOPE_WORDS).map(([scope, { label }]) => [scope, label])),
  // The operator's alone (M-KEY-5).
  'scim:write': 'Dizer quem está na organização (SCIM)',
}

type Rights = { readonly permissoes: readonly string[]; readonly so: readonly string[] }

/** Shows an unknown operation by its own name. */
export const rightsText = ({ permissoes, so }: Rights): string =>
  [...permissoes.map((scope) => LABELS[scope] ?? scope), ...(so.length > 0 ? [`só ${so.join(', ')}`] : [])].join(' · ')
