/** Invented. */
export const person = {
  name: 'Helena Prado',
  role: 'Analista de segurança',
  place: 'Recife, PE',
  email: 'helena@exemplo.com.br',
  phone: '+55 81 5550-0142',
  site: 'exemplo.com.br/helena',
  stats: [
    { label: 'Posts', value: '274' },
    { label: 'Conversão', value: '34,7%' },
    { label: 'Seguidores', value: '1.890' },
  ],
} as const
