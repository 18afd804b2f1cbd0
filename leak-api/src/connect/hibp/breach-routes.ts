import { Problem } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { breachSchema } from './breach.ts'
import type { BreachesRepository } from './breaches-repository.ts'
import { isOf, isTrue } from './hibp-queries.ts'
import {
  breachesQuery,
  breachesSchema,
  everybodysFailures,
  hibpFailureSchema,
  nameParams,
  namesSchema,
} from './hibp-schemas.ts'

/** The list of breaches. It says nothing of any address, and needs no key (M-HIBP-4). */
export const breachRoutes: FastifyPluginCallbackZod<{ readonly breaches: BreachesRepository }> = (
  app,
  { breaches },
  done,
) => {
  app.get(
    '/breaches',
    {
      schema: {
        summary: 'All breaches',
        querystring: breachesQuery,
        response: { 200: breachesSchema, ...everybodysFailures, 400: hibpFailureSchema },
      },
      config: { compressed: true },
    },
    async ({ query: { domain, isSpamList } }) =>
      (await breaches.list()).filter(
        (breach) =>
          isOf(breach, domain) && (isSpamList === undefined || breach.IsSpamList === isTrue(isSpamList, false)),
      ),
  )
  app.get(
    '/breach/:name',
    {
      schema: {
        summary: 'One breach',
        params: nameParams,
        response: { 200: breachSchema, ...everybodysFailures, 404: hibpFailureSchema },
      },
    },
    async ({ params: { name } }) => {
      const breach = await breaches.find(name.trim())
      if (breach === undefined) throw new Problem(404, 'Nothing was found.')
      return breach
    },
  )
  app.get(
    '/latestbreach',
    {
      schema: {
        summary: 'The breach that was added last',
        response: { 200: breachSchema, ...everybodysFailures, 404: hibpFailureSchema },
      },
    },
    async () => {
      const [latest] = (await breaches.list()).toSorted(
        (one, other) => Date.parse(other.AddedDate) - Date.parse(one.AddedDate),
      )
      if (latest === undefined) throw new Problem(404, 'Nothing was found.')
      return latest
    },
  )
  app.get(
    '/dataclasses',
    { schema: { summary: 'Kinds of data in all breaches', response: { 200: namesSchema, ...everybodysFailures } } },
    async () => [...new Set((await breaches.list()).flatMap(({ DataClasses }) => DataClasses))].toSorted(),
  )
  done()
}
