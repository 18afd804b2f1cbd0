import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const ADDRESS = 'nova@portal.example'

export const events: Check = {
  id: 'events',
  chapter: 'good guest',
  promise: 'Says ready with its version and email-added with the address, in events that bubble out of shadow roots',
  run: (stage) =>
    withInstance(stage, { attributes: { show: 'summary add' } }, async ({ api, mounted }) => {
      const ready = await mounted.untilEvent('ready')
      await mounted.element.getByLabel('Email', { exact: true }).fill(ADDRESS)
      await mounted.element.getByRole('button', { name: 'Enviar Email' }).click()
      const added = await mounted.untilEvent('email-added')
      const all = await mounted.events()
      return keptUnless([
        ...(/^\d+\.\d+\.\d+/.test(String(ready.detail['version'])) ? [] : ['ready has no version']),
        ...(added.detail['email'] === ADDRESS ? [] : ['email-added does not have the address']),
        ...(api.calls.some(({ method }) => method === 'POST') ? [] : ['nothing was added']),
        ...all.filter(({ composed }) => !composed).map(({ type }) => `${type} stays inside`),
        ...all.filter(({ bubbles }) => !bubbles).map(({ type }) => `${type} does not bubble`),
      ])
    }),
}
