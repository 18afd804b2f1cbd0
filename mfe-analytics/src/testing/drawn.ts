import './jsdom.ts'
// Loaded with the test's file, so that no test's own time goes into it.
import '../chart/drawing.ts'
import { act } from '@testing-library/react'

/** The chart's library loads only once the screen needs it. */
export const drawn = (): Promise<void> => act(async () => void (await import('../chart/drawing.ts')))
