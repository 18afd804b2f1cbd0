/** Parts of a dossier: for the ANPD, for the people, for the register (P-INCIDENT-4). */
export const INCIDENT_PARTS = ['anpd', 'titulares', 'registro'] as const
export type IncidentPart = (typeof INCIDENT_PARTS)[number]

/** Headings, and their articles in Resolução CD/ANPD nº 15/2024. */
export const INCIDENT_PART_NAMES: Readonly<Record<IncidentPart, { readonly titulo: string; readonly artigo: string }>> =
  {
    anpd: { titulo: 'Comunicação à ANPD', artigo: 'art. 6º, § 2º' },
    titulares: { titulo: 'Comunicação aos titulares', artigo: 'art. 9º' },
    registro: { titulo: 'Registro do incidente', artigo: 'art. 10, § 1º' },
  }

/** One item, by its Roman number. The texts are short summaries; the regulation is the law. */
export type IncidentItem = {
  /** `parte-numero`, for example `anpd-IV`. */
  readonly chave: string
  readonly parte: IncidentPart
  readonly numero: string
  readonly texto: string
}

const NUMBERS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'] as const
const TEXTS: Readonly<Record<IncidentPart, readonly string[]>> = {
  anpd: [
    'Natureza e categoria dos dados pessoais afetados',
    'Número de titulares afetados e, quando houver, de crianças, adolescentes e idosos',
    'Medidas técnicas e de segurança, de antes e de depois do incidente',
    'Riscos do incidente e impactos possíveis aos titulares',
    'Motivos da demora, se a comunicação passou do prazo',
    'Medidas tomadas ou previstas para reverter ou mitigar os efeitos',
    'Data da ocorrência, se conhecida, e data do conhecimento',
    'Dados do encarregado ou de quem representa o controlador',
    'Identificação do controlador e, se for o caso, declaração de pequeno porte',
    'Identificação do operador, se houver',
    'Descrição do incidente e causa principal, se identificada',
    'Total de titulares cujos dados são tratados nas atividades afetadas',
  ],
  titulares: [
    'Natureza e categoria dos dados pessoais afetados',
    'Medidas técnicas e de segurança usadas para proteger os dados',
    'Riscos do incidente e impactos possíveis aos titulares',
    'Motivos da demora, se a comunicação passou do prazo',
    'Medidas tomadas ou previstas para reverter ou mitigar os efeitos, quando couber',
    'Data do conhecimento do incidente',
    'Contato para informações e, quando houver, o do encarregado',
  ],
  registro: [
    'Data do conhecimento do incidente',
    'Circunstâncias em que o incidente ocorreu',
    'Natureza e categoria dos dados afetados',
    'Número de titulares afetados',
    'Avaliação do risco e dos danos possíveis aos titulares',
    'Medidas de correção e mitigação, quando couber',
    'Forma e conteúdo da comunicação, se houve',
    'Motivos da ausência de comunicação, se for o caso',
  ],
}

/** Twelve, seven and eight items. */
export const INCIDENT_ITEMS: readonly IncidentItem[] = INCIDENT_PARTS.flatMap((parte) =>
  TEXTS[parte].map((texto, at) => {
    const numero = NUMBERS[at] ?? ''
    return { chave: `${parte}-${numero}`, parte, numero, texto }
  }),
)

/** Marks a place to fill in: `[preencher: a causa]`. */
export const BLANK = '[preencher'

/** Marks in a text, or 1 for an empty text. */
export const blanksIn = (text: string): number => (text.trim() === '' ? 1 : text.split(BLANK).length - 1)

/** On each page and document of the register. */
export const INCIDENT_NOTICE =
  'O produto reúne fatos e conta prazos. Ele não presta assessoria jurídica, não avalia o risco e não decide se o incidente deve ser comunicado: a decisão e os textos são das pessoas que assinam. Confira prazos e itens com o encarregado e com a norma em vigor.'
