import { THEME_NAMES, type ThemeName } from '@atalaia/contracts'
import { iconNames } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import { Card } from '../layout/card.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { themes } from '../themes.ts'
import { Colours } from './colours.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Widgets } from './widgets.tsx'
import './gallery.css'

/** For developers: all components in every theme, or in `only`. */
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

const Icons = () => (
  <Card title="Ícones">
    <div className="ui-gallery__row">
      {iconNames.map((name) => (
        <span key={name} className="ui-gallery__icon">
          <Icon name={name} />
          <Icon name={name} size={20} />
          {name}
        </span>
      ))}
    </div>
  </Card>
)
