import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Leads to another page once. The router's own `Navigate` leads again at each render, and without end where its target
 * is made from the address that it changes.
 */
export function Redirect({ to, search = {} }: { to: string; search?: Record<string, string> }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, search, replace: true }), [])
  return null
}
