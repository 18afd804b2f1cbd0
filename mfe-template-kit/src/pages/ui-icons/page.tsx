import { Card, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { Tab, Tabs } from 'react-bootstrap'
import { Examples } from '../../kit/examples.tsx'
import { KitPage } from '../../kit/kit-page.tsx'
import * as besideWords from './examples/beside-words.tsx'
import * as brand from './examples/brand.tsx'
import * as ownIcons from './examples/own-icons.tsx'
import { IconPanel } from './icon-panel.tsx'
import { iconTabs } from './icon-tabs.ts'
import './ui-icons.css'

/** P-KIT-19, P-KIT-20, P-KIT-31 */
export const Component = () => {
  const [search, setSearch] = useState('')
  const [note, setNote] = useState('')
  const copy = (name: string) =>
    void navigator.clipboard.writeText(name).then(
      () => setNote(`Nome copiado: ${name}`),
      () => setNote(`O navegador não deixou copiar ${name}`),
    )
  return (
    <KitPage
      title="UI - Icons"
      trail={['Icons']}
      lead="Os ícones de duas fontes. Um clique copia o nome."
      place="ui-icons"
    >
      <Card>
        <TextField
          label="Buscar ícone"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p className="kit-note" role="status">
          {note}
        </p>
        <Tabs id="kit-icons" defaultActiveKey="glyphicons" transition={false} mountOnEnter unmountOnExit>
          {iconTabs.map((tab) => (
            <Tab
              key={tab.id}
              eventKey={tab.id}
              title={
                <>
                  {tab.title} {tab.badge && <span className="kit-icons__new">{tab.badge}</span>}
                </>
              }
            >
              <IconPanel tab={tab} search={search} onCopy={copy} />
            </Tab>
          ))}
        </Tabs>
      </Card>
      <Examples examples={[ownIcons, besideWords, brand]} />
    </KitPage>
  )
}
