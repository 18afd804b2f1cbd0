import { GATEWAY_ADDRESSES, TIME_ZONE } from '@atalaia/contracts'
import type { Grant } from '../overrides.ts'
import { scriptlessPolicy } from '../headers.ts'
import { attributes, escapeHtml, sourceHash } from './html.ts'

export const QUESTION_FIELD = 'pergunta'
export const ANSWER_FIELD = 'resposta'
export const ACCEPT = 'usar'
const DECLINE = 'sem'

export type ConsentPage = {
  readonly brand: string
  readonly grant: Grant
  readonly field: string
}

const CSS = `
:root{color-scheme:light dark;--page:#eef1f5;--card:#fff;--text:#1c2530;--soft:#4a5565;--line:#8a94a3;--main:#17539f;--on-main:#fff;--warn:#7a3c00;--warn-page:#fff3df}
@media(prefers-color-scheme:dark){:root{--page:#12171e;--card:#1d242e;--text:#eef2f7;--soft:#b6c0cd;--line:#768294;--main:#8fbcff;--on-main:#0d1520;--warn:#ffd596;--warn-page:#3a2a12}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:24px 16px;display:grid;place-items:center;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:560px;padding:24px;border-radius:8px;background:var(--card)}
h1{margin:0 0 16px;font-size:22px;line-height:1.3}
p,ul{margin:0 0 16px}
ul{padding:0;list-style:none}
li{padding:12px;border:1px solid var(--line);border-radius:6px}
li+li{margin-top:8px}
code{overflow-wrap:anywhere;font:15px/1.5 ui-monospace,monospace}
.warn{padding:12px;border-radius:6px;background:var(--warn-page);color:var(--warn)}
.soft{color:var(--soft)}
form{display:flex;flex-wrap:wrap;gap:12px}
button{flex:1 1 200px;min-height:44px;padding:8px 16px;border:1px solid var(--main);border-radius:6px;background:var(--main);color:var(--on-main);font:inherit;font-weight:600;cursor:pointer}
button+button{background:none;color:var(--main)}
button:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`

const POLICY = scriptlessPolicy(sourceHash(CSS))

/**
 * Asks whether the browser may use foreign code (M-OVERRIDE-7). The page has no script.
 * Its first button, which Enter presses, refuses the foreign code.
 */
export const renderConsentPage = ({ brand, grant, field }: ConsentPage): { html: string; policy: string } => {
  const { overrides, until, session } = grant
  const html = [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Usar código de outro endereço? · ${escapeHtml(brand)}</title>`,
    `<style>${CSS}</style>`,
    '</head>',
    '<body>',
    '<main>',
    '<h1>Usar código de outro endereço?</h1>',
    `<p>Partes de ${escapeHtml(brand)} viriam, só neste navegador, de outro endereço:</p>`,
    '<ul>',
    ...overrides.map(({ remote, url }) => `<li><strong>${remote}</strong>, de <code>${escapeHtml(url)}</code></li>`),
    '</ul>',
    `<p>${until === undefined ? 'Até você restaurar.' : `Até ${timeOf(until)}.`}</p>`,
    `<p class="warn">${session ? WITH_SESSION : WITHOUT_SESSION}</p>`,
    '<p class="soft">Aceite apenas se você confia nesse endereço e conhece quem enviou o link.</p>',
    `<form${attributes({ method: 'post', action: GATEWAY_ADDRESSES.answerOverrides })}>`,
    `<input${attributes({ type: 'hidden', name: QUESTION_FIELD, value: field })}>`,
    answer(DECLINE, 'Continuar sem ele'),
    answer(ACCEPT, 'Usar este código'),
    '</form>',
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
  return { html, policy: POLICY }
}

const answer = (value: string, label: string) =>
  `<button${attributes({ type: 'submit', name: ANSWER_FIELD, value })}>${label}</button>`

const WITH_SESSION =
  'Há uma sessão ativa neste navegador. Esse código receberá a sessão: verá o que você vê e poderá agir em seu nome.'
const WITHOUT_SESSION =
  'Esse código verá o que você digitar na página, também uma senha. Se você entrar, perguntaremos de novo antes de entregar a sessão.'

const timeOf = (instant: number): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE }).format(instant)
