import { createDeferred } from '../../harness/deferred.ts'
import { fakeToken } from '../../harness/tokens.ts'
import { untilOwnShown } from '../../harness/own-dashboard.ts'
import { until } from '../../harness/until.ts'
import { widgetBackground } from '../../harness/mounted.ts'
import { shown, withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const stands: Check = {
  id: 'stands',
  chapter: 'good guest',
  promise: 'The element of the page stands, in an open shadow root, with the numbers of its API',
  run: async ({ own: element }) => {
    const { open, visible, alert, busy, text } = await untilOwnShown(element)
    if (!open) return keptUnless(['there is no open shadow root'])
    if (!visible) return keptUnless(['it is not to be seen'])
    if (text === '') return keptUnless(['it is empty'])
    return keptUnless([...(alert ? [`it says: ${alert}`] : []), ...(busy ? ['it is still loading after 15 s'] : [])])
  },
}

export const attributes: Check = {
  id: 'attributes',
  chapter: 'good guest',
  promise: 'api, theme and show change while it lives, as attributes and as properties, and reflect',
  run: (harness) =>
    withInstance(harness, { attributes: { theme: 'light' } }, async ({ mounted }) => {
      const problems: string[] = []
      const light = await widgetBackground(mounted)
      if (harness.door === 'element') {
        const reflected = await mounted.handle.evaluate(({ element }) => {
          element.theme = 'dark'
          const byProperty = element.getAttribute('theme')
          element.setAttribute('show', 'summary add')
          return byProperty === 'dark' && element.show === 'summary add'
        })
        if (!reflected) problems.push('attributes and properties do not say the same')
      } else await mounted.change({ theme: 'dark', show: 'summary add' })
      const dark = await until(
        () => widgetBackground(mounted),
        (seen) => seen !== light,
        harness.patienceMs,
      )
      if (dark === light) problems.push(`with theme="dark" its widgets still have ${light}`)
      if (problems.length > 0) return keptUnless(problems)
      await mounted.untilShown('Adicionar Email Monitorado')
      // The frame's page knows its own API, and takes no other.
      if (harness.door !== 'frame') {
        const other = harness.api()
        await mounted.change({ api: other.url })
        await mounted.untilShown(shown(other.leaks))
      }
      return keptUnless([])
    }),
}

const titles = {
  summary: 'Total de Vazamentos',
  reports: 'Últimos 3 Relatórios',
  chart: 'Ultimos 3 meses',
  emails: 'Emails Monitorados',
  add: 'Adicionar Email Monitorado',
}

export const partsChosen: Check = {
  id: 'parts-chosen',
  chapter: 'good guest',
  promise: 'show chooses the parts; without it there are all',
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary emails' } }, async ({ mounted }) => {
      const count = (title: string) =>
        mounted.element.getByText(title, { exact: true }).filter({ visible: true }).count()
      const problems: string[] = []
      for (const [part, title] of Object.entries(titles)) {
        const wanted = part === 'summary' || part === 'emails' ? 1 : 0
        if ((await count(title)) !== wanted) problems.push(`show="summary emails" has "${title}" ${1 - wanted} times`)
      }
      await mounted.change({ show: null })
      for (const title of Object.values(titles)) await mounted.untilShown(title, harness.patienceMs)
      return keptUnless(problems)
    }),
}

const ADDRESS = 'nova@portal.example'

export const events: Check = {
  id: 'events',
  chapter: 'good guest',
  promise: 'Says ready with its version and email-added with the address, in events that bubble out of shadow roots',
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary add' } }, async ({ api, mounted }) => {
      const ready = await mounted.untilEvent('ready')
      await mounted.element.getByLabel('Email', { exact: true }).fill(ADDRESS)
      await mounted.element.getByRole('button', { name: 'Enviar Email' }).click()
      const added = await mounted.untilEvent('email-added')
      // The other doors have callbacks and messages.
      const sent = harness.door === 'element' ? await mounted.events() : []
      return keptUnless([
        ...(/^\d+\.\d+\.\d+/.test(String(ready.detail['version'])) ? [] : ['ready has no version']),
        ...(added.detail['email'] === ADDRESS ? [] : ['email-added does not have the address']),
        ...(api.calls.some(({ method }) => method === 'POST') ? [] : ['nothing was added']),
        ...sent.filter(({ composed }) => !composed).map(({ type }) => `${type} stays inside`),
        ...sent.filter(({ bubbles }) => !bubbles).map(({ type }) => `${type} does not bubble`),
      ])
    }),
}

export const lateApi: Check = {
  id: 'late-api',
  chapter: 'good guest',
  promise: 'While the API is late it is busy and shows no number; then the numbers come',
  run: async (harness) => {
    const api = harness.api()
    const late = createDeferred()
    api.answer(() => ({ kind: 'late', until: late.promise }))
    const mounted = await harness.mount({ tokens: [fakeToken()], attributes: { api: api.url } })
    try {
      await mounted.untilShown('Total de Vazamentos')
      const busy = await until(
        () => mounted.element.locator('[aria-busy=true]').count(),
        (count) => count > 0,
        harness.patienceMs,
      )
      const said = (await mounted.text()).match(/[0-9.]*[0-9]/)
      late.resolve()
      await mounted.untilShown(shown(api.leaks))
      return keptUnless([
        ...(busy > 0 ? [] : ['nothing in it is busy']),
        ...(said?.[0] === shown(api.leaks) || said?.[0] === '0' ? [`it shows ${said[0]} before the API answers`] : []),
      ])
    } finally {
      late.resolve()
      await mounted.remove()
    }
  },
}
