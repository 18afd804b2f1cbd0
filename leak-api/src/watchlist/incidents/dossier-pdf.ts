import { INCIDENT_PART_NAMES, INCIDENT_PARTS, type Dossier } from '@atalaia/contracts/incidents'
import { createDocumentWriter, type DocumentWriter } from '../documents/document-writer.ts'
import { wordsFor } from '../reports/report-words.ts'
import { dayText } from './business-days.ts'
import { counted, momentText, TERM_NAMES } from './incident-words.ts'

const STATES: Readonly<Record<string, string>> = {
  corre: 'corre',
  vencido: 'vencido',
  cumprido: 'cumprido',
  'cumprido-com-atraso': 'cumprido com atraso',
  'nao-comecou': 'ainda não começou',
  'nao-se-comunica': 'decidiu-se não comunicar',
}
const DECISIONS = { pendente: 'Pendente', comunicar: 'Comunicar', 'nao-comunicar': 'Não comunicar' } as const
const EVENTS: Readonly<Record<string, string>> = {
  registro: 'Registro',
  mudanca: 'Mudança',
  decisao: 'Decisão',
  casos: 'Casos reunidos',
  encerramento: 'Encerramento',
  reabertura: 'Reabertura',
}
const NOT_YET = 'Não há até este documento'

const moment = (instant: string | null) => (instant === null ? '' : momentText(instant))

const writeTerms = (writer: DocumentWriter, { prazos }: Dossier) => {
  writer.heading('Prazos')
  writer.table({
    columns: [
      { label: 'Prazo', share: 3 },
      { label: 'Dias úteis', share: 1, align: 'right' },
      { label: 'Termina em', share: 2 },
      { label: 'Situação', share: 2 },
    ],
    rows: prazos.map(({ prazo, artigo, dias_uteis: days, termina_em: end, situacao }) => [
      `${TERM_NAMES[prazo]} (${artigo})`,
      String(days),
      end === null ? '' : momentText(end),
      STATES[situacao] ?? situacao,
    ]),
  })
  writer.fields(prazos.map(({ prazo, conta }) => ({ label: `Como se conta: ${TERM_NAMES[prazo]}`, value: conta })))
}

/** P-NOTICE-28 */
const noticesText = ({ avisos }: Dossier['conteudo']): string =>
  avisos === undefined
    ? ''
    : `${counted(avisos.enviados, 'aviso enviado', 'avisos enviados')}, de ${moment(avisos.primeiro_em)} a ${moment(avisos.ultimo_em)}; ${counted(avisos.abertos, 'aberto', 'abertos')} pela pessoa`

const writeDecision = (writer: DocumentWriter, { conteudo }: Dossier) => {
  const { incidente } = conteudo
  writer.heading('Decisão das pessoas')
  writer.fields([
    { label: 'Comunicar o incidente?', value: DECISIONS[incidente.decisao] },
    { label: 'Quem decidiu', value: incidente.decisao_por },
    { label: 'Dia da decisão', value: incidente.decisao_em === null ? '' : dayText(incidente.decisao_em) },
    { label: 'Motivos', value: incidente.decisao_motivos },
  ])
  writer.heading('Comunicações feitas')
  const rows = [
    ['À ANPD', moment(incidente.anpd_em)],
    ['Protocolo da ANPD', incidente.anpd_protocolo],
    ['Aos titulares', moment(incidente.titulares_em)],
    ['Meios usados com os titulares', incidente.titulares_meios],
    ['Avisos por e-mail aos titulares', noticesText(conteudo)],
    ['Complemento', moment(incidente.complemento_em)],
    ['Declaração de que os titulares foram avisados', moment(incidente.declaracao_em)],
  ] as const
  writer.table({
    columns: [
      { label: 'Comunicação', share: 3 },
      { label: 'Situação', share: 4 },
    ],
    rows: rows.map(([label, value]) => [label, value || NOT_YET]),
  })
}

const writeItems = (writer: DocumentWriter, { conteudo: { itens } }: Dossier) => {
  for (const part of INCIDENT_PARTS) {
    const { titulo, artigo } = INCIDENT_PART_NAMES[part]
    writer.heading(`${titulo} (${artigo})`)
    writer.fields(
      itens
        .filter(({ parte }) => parte === part)
        .map(({ numero, item, texto, origem }) => ({
          label: `${numero}. ${item}${origem === 'dados' ? ' (feito a partir dos casos, sem conferência de uma pessoa)' : ''}`,
          value: origem === 'nao-se-aplica' ? 'Não se aplica.' : texto,
        })),
    )
  }
}

const writeCases = (
  writer: DocumentWriter,
  { conteudo: { casos, historico, historico_anteriores: older } }: Dossier,
) => {
  writer.heading('Casos reunidos')
  if (casos.length === 0) writer.paragraph('Nenhum caso foi reunido.')
  else
    writer.table({
      columns: [
        { label: 'Endereço', share: 3.6 },
        { label: 'Fonte', share: 2.2 },
        { label: 'Dia', share: 1.9 },
        { label: 'Senhas', share: 1.6 },
        { label: 'Caso', share: 1.5 },
      ],
      rows: casos.map(
        ({ email, titulo, fonte, dia, dia_informado: told, numero_senhas: clear, numero_hashes: hashes, estado }) => [
          email,
          titulo ?? fonte,
          told === false ? 'não informado' : dayText(dia),
          [clear > 0 ? `${clear} em claro` : '', hashes > 0 ? `${hashes} como hash` : ''].filter(Boolean).join(', '),
          wordsFor(estado),
        ],
      ),
    })
  writer.heading('Histórico')
  writer.table({
    columns: [
      { label: 'Quando', share: 1.8 },
      { label: 'Quem', share: 2.6 },
      { label: 'O que', share: 4 },
    ],
    rows: historico.map(({ em, por, tipo, mudancas }) => [
      momentText(em),
      por ?? 'conta excluída',
      [EVENTS[tipo] ?? tipo, mudancas.map(({ campo }) => campo).join(', ')].filter(Boolean).join(': '),
    ]),
  })
  if (older !== undefined)
    writer.paragraph(older === 1 ? 'E mais 1 registro anterior.' : `E mais ${older} registros anteriores.`)
}

/** In Portuguese (P-INCIDENT-6). */
export const renderDossier = (dossier: Dossier, brand: string): Promise<Buffer> => {
  const { conteudo, sha256, gerado_em: made, aviso, norma } = dossier
  const { incidente, organizacao, casos, itens } = conteudo
  const subject = `Incidente nº ${incidente.numero}: ${incidente.nome}`
  const writer = createDocumentWriter({
    title: `Dossiê de incidente - ${subject}`,
    footer: subject,
    brand,
    at: new Date(made),
    digest: sha256,
  })
  const blanks = itens.reduce((sum, { lacunas }) => sum + lacunas, 0)
  const people = new Set(casos.map(({ email }) => email)).size
  writer.cover({
    title: 'Dossiê de incidente',
    subject,
    period: `Situação em ${momentText(made)}, horário de Brasília`,
    facts: [
      ['Organização', organizacao],
      ['Conhecimento', momentText(incidente.conhecido_em)],
      ['Decisão', DECISIONS[incidente.decisao]],
      ['Registro', `${momentText(incidente.registrado_em)}, guardado até ${dayText(incidente.guardar_ate)}`],
      ['Norma', norma],
    ],
    figures: [
      { value: String(people), label: people === 1 ? 'endereço' : 'endereços' },
      { value: String(casos.length), label: casos.length === 1 ? 'caso' : 'casos' },
      { value: String(blanks), label: blanks === 1 ? 'lacuna a preencher' : 'lacunas a preencher' },
    ],
  })
  writer.heading('O que este documento é')
  writer.paragraph(aviso)
  writer.paragraph(
    `${counted(blanks, 'lugar está', 'lugares estão')} por preencher, com "[preencher]" ou "(em branco)". A comunicação à ANPD é feita pelo formulário eletrônico dela.`,
  )
  writeTerms(writer, dossier)
  writeDecision(writer, dossier)
  writeItems(writer, dossier)
  writeCases(writer, dossier)
  return writer.end()
}
