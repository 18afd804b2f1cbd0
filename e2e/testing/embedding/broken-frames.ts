import { ADD_CLUTTER, addSheet, ASKS_AGAIN, GRANTED, NOT_BUSY, type BrokenDoor } from './broken-door.ts'
import { breakEmbed } from './break-embed.ts'
import { brokenEmbeds } from './broken-embeds.ts'

const embedThat = (name: string) => {
  const found = brokenEmbeds.find((broken) => broken.name === name)
  if (!found) throw new Error(`there is no broken embed that ${name}`)
  return found
}

export const brokenFrames: readonly BrokenDoor[] = [
  {
    name: 'hears nothing',
    door: 'frame',
    prepare: (context) => breakEmbed(context, { replace: [['"set"===', '"none"===']] }),
    breaks: {
      attributes: /with theme="dark" its widgets still have/,
      'parts-chosen': /"Últimos 3 Relatórios" is not shown/,
      views: /"Where it leaked" is not shown/,
      'view-forbidden': /view=alerts ends in 0 events/,
      'unknown-address': /ends in 0 events/,
    },
  },
  {
    name: 'says nothing',
    door: 'frame',
    prepare: (context) => breakEmbed(context, embedThat('says nothing')),
    breaks: {
      'no-token': /0 messages/,
      'token-fails': /0 messages/,
      'token-refused': /0 messages/,
      'other-organisation': /0 messages/,
      'origin-not-allowed': /0 messages/,
      'wrong-api': /0 messages/,
      'broken-api': /0 messages/,
      'unknown-value': /does not name the value/,
    },
  },
  {
    name: 'takes its place for granted',
    door: 'frame',
    prepare: (context) =>
      breakEmbed(context, {
        replace: [NOT_BUSY],
        breakClass: `class extends Base {
          connectedCallback() {
            super.connectedCallback?.()
            if (!location.search.includes('conformance')) console.error('<atalaia-analytics>: missing-token: too early')
            this.removeAttribute('theme')
            const place = this
            ${ADD_CLUTTER}
            ${addSheet(GRANTED)}
            Promise.resolve(this.getToken('initial')).then((token) => this.setAttribute('data-token', token))
            setTimeout(() => { throw new Error('broken on purpose') })
          }
          dispatchEvent({ type, detail }) {
            return super.dispatchEvent(new CustomEvent(type, { detail: type === 'ready' ? {} : detail }))
          }
          set getToken(ask) { super.getToken = ask && (${ASKS_AGAIN}) }
          get getToken() { return super.getToken }
        }`,
      }),
    breaks: {
      instances: /both themes/,
      moved: /stands there 2 times/,
      remounted: /it says <atalaia-analytics>: missing-token/,
      'hidden-first': /40 px wide/,
      'container-size': /at 340 px it sticks out/,
      keyboard: /the focus is not to be seen/,
      'screen-reader': /button-name/,
      'token-private': /the token is in an attribute/,
      'token-renewed': /in place of "unauthorized" it asks for "initial"/,
      'wrong-clock': /asks for a token \d times/,
      events: /ready has no version/,
      'late-api': /nothing in it is busy/,
      'no-exception': /broken on purpose/,
    },
  },
  {
    name: 'tells neither its size nor its events, and hides itself',
    door: 'frame',
    prepare: (context) =>
      breakEmbed(context, {
        replace: [
          ['type:"resize"', 'type:"size"'],
          ['type:"event"', 'type:"news"'],
        ],
        breakClass: `class extends Base {
          attachShadow(options) {
            return super.attachShadow({ ...options, mode: location.search.includes('conformance') ? 'open' : 'closed' })
          }
        }`,
      }),
    breaks: {
      stands: /no open shadow root/,
      'shadow-root': /no event "ready"/,
      'content-height': /\d+ px of it are cut off/,
      'view-place': /no event "view-change"/,
      'case-changed': /no event "case-changed"/,
    },
  },
]
