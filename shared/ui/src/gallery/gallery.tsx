import { THEME_NAMES, type ThemeName } from '@atalaia/contracts'
import { PageHeader } from '../layout/page-header.tsx'
import { themes } from '../themes.ts'
import { Colours } from './colours.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Icons } from './icons.tsx'
import { Widgets } from './widgets.tsx'
import './gallery.css'

/** All components in every theme, or in the theme `only`. For developers. */
export const Gallery = ({ only }: { only?: ThemeName }) => (
  <>
    {(only ? [only] : THEME_NAMES).map((theme) => (
      <section key={theme} className={`ui-theme ${theme} ui-gallery__theme`} aria-label={themes[theme].label}>
        <PageHeader title={`Partes · ${themes[theme].label}`} trail={['Desenvolvimento', 'Partes', theme]} />
        <Colours />
        <Controls />
        <Feedback />
        <Widgets />
        <Data />
        <Icons />
      </section>
    ))}
  </>
)
