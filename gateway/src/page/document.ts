import { RELEASE_ELEMENT_ID, type Release } from '@atalaia/contracts'
import { escapeHtml, escapeJson } from './escape.ts'

export type DocumentParts = {
  readonly title: string
  /** Tags of the head, in order. */
  readonly head: readonly string[]
  /** The tag of the script that runs before the first paint: a file, so that the policy allows no inline script. */
  readonly boot: string
  readonly root: string
  /** Does `root` say what the page is about, without any script? */
  readonly readable?: boolean
  readonly release?: Release
}

const noscript = 'O painel precisa de JavaScript: ative-o no navegador e recarregue a página.'

/** The one HTML document of the product. */
export const renderDocument = ({ title, head, boot, root, readable = false, release }: DocumentParts): string =>
  [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...head,
    '</head>',
    '<body class="dark">',
    boot,
    `<div id="root">${root}</div>`,
    ...(!readable && release ? [`<noscript>${noscript}</noscript>`] : []),
    ...(release ? [`<script type="application/json" id="${RELEASE_ELEMENT_ID}">${escapeJson(release)}</script>`] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n')
