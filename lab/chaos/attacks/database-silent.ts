import type { Attack } from '../attack.ts'
import { notServed, promote, untilAborted } from '../published.ts'
import { PUBLISHED } from '../stage.ts'

const movedBackMeanwhile = (breakLink: 'blackHole' | 'strand'): Attack['attack'] => {
  return async (stage, signal) => {
    const link = stage.link('database')
    const found: string[] = []
    try {
      link[breakLink]()
      await promote(stage.remotes, PUBLISHED.before)
      // New connections of a stranded network reach the database: the version is noticed without an end of the attack.
      if (breakLink === 'strand') found.push(...(await notServed(stage, PUBLISHED.before)))
      await untilAborted(signal)
    } finally {
      await link.pass()
    }
    found.push(...(await notServed(stage, PUBLISHED.before)))
    await promote(stage.remotes, PUBLISHED.now)
    return found
  }
}

export const databaseSilent: Attack = {
  name: 'database-silent',
  what: 'the network takes what is sent to the database, and delivers nothing; a version is taken back meanwhile',
  short: false,
  leastSeconds: 20,
  health: 'not ready',
  pages: 'served',
  api: 'interrupted',
  attack: movedBackMeanwhile('blackHole'),
}

export const databaseStranded: Attack = {
  name: 'database-stranded',
  what: 'all connections to the database go silent, and new ones work; a version is taken back meanwhile',
  short: false,
  leastSeconds: 20,
  health: 'either',
  pages: 'served',
  api: 'interrupted',
  attack: movedBackMeanwhile('strand'),
}
