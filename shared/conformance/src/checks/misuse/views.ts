import { ANA, BIA, WEBHOOK } from '../../harness/view-answers.ts'
import type { Harness } from '../../harness/harness.ts'
import { LOADING_MS, until } from '../../harness/until.ts'
import { withView } from '../../harness/with-view.ts'
import { keptUnless, type Check } from '../../verdict.ts'

type Refused = {
  readonly scope: string
  readonly asked: readonly Readonly<Record<string, string>>[]
  readonly code: string
  readonly text: string
}

const refuses = (harness: Harness, { scope, asked, code, text }: Refused) => {
  const before = harness.console.length
  return withView(harness, { attributes: asked[0] ?? {}, scope }, async ({ mounted }) => {
    const problems: string[] = []
    for (const [place, values] of asked.entries()) {
      if (place > 0) await mounted.change(values)
      const errors = await until(
        () => mounted.events('error'),
        (seen) => seen.length > place,
        place === 0 ? LOADING_MS : harness.patienceMs,
      )
      await mounted.untilShown(text)
      const name = Object.entries(values).map((pair) => pair.join('='))
      const last = errors.at(-1)?.detail['code']
      if (errors.length !== place + 1) problems.push(`${name} ends in ${errors.length - place} events`)
      else if (last !== code) problems.push(`${name} ends in ${String(last)} and not ${code}`)
      const shown = await mounted.text()
      for (const secret of [ANA, BIA, WEBHOOK]) if (shown.includes(secret)) problems.push(`${name} shows ${secret}`)
    }
    const messages = harness.said(before).filter((said) => said.includes(code))
    const count = asked.length === messages.length ? [] : [`the console has ${messages.length} messages of ${code}`]
    return keptUnless([...problems, ...count])
  })
}

export const viewForbidden: Check = {
  id: 'view-forbidden',
  chapter: 'bad use',
  promise: 'A view without its scope: says that it is not permitted, and shows nothing of it',
  run: (harness) =>
    refuses(harness, {
      scope: 'emails:add',
      asked: [{ view: 'cases' }, { view: 'alerts' }, { address: ANA }],
      code: 'forbidden',
      text: 'Sem permissão',
    }),
}

export const unknownAddress: Check = {
  id: 'unknown-address',
  chapter: 'bad use',
  promise: 'An address that is not monitored, or that the token does not reach: says that it is not found',
  run: (harness) =>
    refuses(harness, {
      scope: 'addresses:read cases:read',
      asked: [{ address: 'eva@portal.example' }, { address: '../../emails' }],
      code: 'unknown-address',
      text: 'Endereço não encontrado',
    }),
}
