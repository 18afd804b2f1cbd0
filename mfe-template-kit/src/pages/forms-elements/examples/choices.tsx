export const title = 'Caixas, opções e chaves'

export const Example = () => (
  <>
    <fieldset className="kit-choices">
      <legend>Avisar sobre</legend>
      <label>
        <input type="checkbox" defaultChecked /> Vazamentos
      </label>
      <label>
        <input type="checkbox" /> Senhas
      </label>
      <label>
        <input type="checkbox" disabled /> Relatórios (em breve)
      </label>
    </fieldset>
    <fieldset className="kit-choices">
      <legend>Frequência</legend>
      {['Na hora', 'Por dia', 'Por semana'].map((label, index) => (
        <label key={label}>
          <input type="radio" name="kit-often" defaultChecked={index === 0} /> {label}
        </label>
      ))}
    </fieldset>
    <fieldset className="kit-choices">
      <legend>Canais</legend>
      {['Email', 'SMS'].map((label) => (
        <label key={label}>
          {/* The checkbox's own state is the switch's. */}
          {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
          <input type="checkbox" role="switch" className="kit-switch" /> {label}
        </label>
      ))}
    </fieldset>
  </>
)
