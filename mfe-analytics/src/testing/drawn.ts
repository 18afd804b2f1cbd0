import './jsdom.ts'
// Loaded with the test's file, so that no test's own time goes into it.
import '../chart/drawing.ts'
import { act } from '@testing-library/react'

/** The chart's library comes by a promise of its own, once what needs it is on the screen. */
export const drawn = (): Promise<void> => act(async () => void (await import('../chart/drawing.ts')))
