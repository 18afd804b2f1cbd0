import { LANGUAGE_TAGS } from '@atalaia/contracts/notice-texts'
import type { NoticeLanguage, PersonNotice } from '@atalaia/contracts/notices'
import { escape } from '../base/mail/mail-frame.ts'
import { paragraph, plainPage } from '../base/plain-page.ts'
import { PAGE_WORDS } from './page-words.ts'

export const PAGE_ACTS = ['abrir', 'passos', 'declarada', 'nao-e-meu', 'pergunta', 'parar', 'voltar'] as const
export type PageAct = (typeof PAGE_ACTS)[number]

const button = (act: PageAct, words: string, look = '') =>
  `<button name="acao" value="${act}"${look}>${escape(words)}</button>`
const form = (content: string, look = ' class="act"') => `<form method="post"${look}>${content}</form>`
const heading = (words: string) => `<h2>${escape(words)}</h2>`
const wordOf = (known: Readonly<Record<string, string>>, code: string) =>
  (Object.hasOwn(known, code) ? known[code] : undefined) ?? code

const dayOf = (language: NoticeLanguage, day: string): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    dateStyle: 'long',
    timeZone: /T/.test(day) ? 'America/Sao_Paulo' : 'UTC',
  }).format(new Date(day))

const paragraphs = (text: string) =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map(paragraph)
    .join('')

/** P-NOTICE-7 */
export const sealedPage = (brand: string, language: NoticeLanguage): string => {
  const words = PAGE_WORDS[language]
  const html = paragraph(words.sealedText) + paragraph(words.sealedSafe) + form(button('abrir', words.open))
  return plainPage({ lang: LANGUAGE_TAGS[language], brand, title: words.sealedTitle, html })
}

export const endedPage = (brand: string): string => {
  const { endedTitle, endedText } = PAGE_WORDS.pt
  return plainPage({ brand, title: endedTitle, html: paragraph(endedText) })
}

const sourceItem = (source: PersonNotice['fontes'][number], language: NoticeLanguage) => {
  const words = PAGE_WORDS[language]
  const data = source.dados.map((code) => wordOf(words.data, code))
  const all = source.senha ? [words.password, ...data] : data
  const when = source.dia === null ? words.whenUnknown : words.when(dayOf(language, source.dia))
  const what = all.length === 0 ? words.noData : all.join(', ')
  return `<li><strong>${escape(source.titulo)}</strong><br>${escape(when)}<br>${escape(what)}</li>`
}

const checklist = ({ passos, idioma }: PersonNotice) => {
  const words = PAGE_WORDS[idioma]
  const boxes = passos.map(
    ({ passo, feito }) =>
      `<label><input type="checkbox" name="passo" value="${escape(passo)}"${feito ? ' checked' : ''}>` +
      `<span>${escape(wordOf(words.steps, passo))}</span></label>`,
  )
  return passos.length === 0 ? '' : heading(words.todo) + form(boxes.join('') + button('passos', words.keep), '')
}

const answers = ({ idioma, fontes }: PersonNotice) => {
  const words = PAGE_WORDS[idioma]
  const declare = fontes.some(({ senha }) => senha) ? button('declarada', words.declare) : ''
  return heading(words.answer) + form(button('nao-e-meu', words.notMine, ' class="quiet"') + declare)
}

const others = ({ idioma, pergunta, parado }: PersonNotice) => {
  const words = PAGE_WORDS[idioma]
  const field = `<label class="field"><span>${escape(words.question)}</span><textarea name="texto" maxlength="1000" required></textarea></label>`
  const question = pergunta ? form(field + button('pergunta', words.questionSend, ' class="quiet"')) : ''
  const stop = parado
    ? paragraph(words.stopped) + form(button('voltar', words.restart, ' class="quiet"'))
    : form(button('parar', words.stop, ' class="quiet"'))
  return question + stop
}

export type PageNews = { readonly isAsked?: boolean; readonly failure?: string | undefined }

export const noticePage = (notice: PersonNotice, { isAsked = false, failure }: PageNews, brand: string): string => {
  const words = PAGE_WORDS[notice.idioma]
  const name = notice.organizacao || brand
  const news = failure ?? (isAsked ? words.questionSent : notice.resposta && words.answers[notice.resposta])
  return plainPage({
    lang: LANGUAGE_TAGS[notice.idioma],
    brand: name,
    title: words.title,
    html: [
      news ? `<p role="status"><strong>${escape(news)}</strong></p>` : '',
      paragraph(words.from(name)),
      paragraphs(notice.acima),
      heading(words.leaked),
      `<ul>${notice.fontes.map((source) => sourceItem(source, notice.idioma)).join('')}</ul>`,
      checklist(notice),
      answers(notice),
      notice.conferencia === null ? '' : paragraph(words.noProof),
      others(notice),
      paragraphs(notice.abaixo),
      heading(words.rights),
      ...words.rightsText(name).map(paragraph),
      paragraph(words.until(dayOf(notice.idioma, notice.vale_ate))),
    ].join(''),
  })
}
