import { mayAssign, ROLE_LABELS, ROLES, type Role } from '@atalaia/contracts'

type RoleFieldProps = {
  readonly by: Role
  readonly label: string
  readonly value: Role
  readonly disabled?: boolean
  readonly onChange: (role: Role) => void
}

export const RoleField = ({ by, label, value, disabled = false, onChange }: RoleFieldProps) => (
  <select
    className="form-control auth-role"
    aria-label={label}
    value={value}
    disabled={disabled}
    onChange={({ target }) => {
      const chosen = ROLES.find((role) => role === target.value)
      if (chosen) onChange(chosen)
    }}
  >
    {ROLES.filter((role) => role === value || mayAssign(by, role)).map((role) => (
      <option key={role} value={role}>
        {ROLE_LABELS[role]}
      </option>
    ))}
  </select>
)
