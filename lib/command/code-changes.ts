/** Compares two trees for code: the helpers that it calls, and the actions that it implements. */

import {
  answerText, groupBy, helperNames, namesOf, paramNames, pathShape, rowsByController
} from '../tools.js'
import type { Route } from '../../types/route.js'
import type { Change } from './row-changes.js'

interface Helper {
  readonly name: string
  readonly row: Route
}

/** Helpers and actions that are gone, or take other ids. */
export function codeChanges (before: readonly Route[], now: readonly Route[]): Change[] {
  return [...helperChanges(before, now), ...actionChanges(before, now)]
}

export function newHelpers (before: readonly Route[], now: readonly Route[]): readonly Helper[] {
  const known = new Set(helpersOf(before).map(({ name }) => name))
  return helpersOf(now).filter(({ name }) => !known.has(name))
}

function helperChanges (before: readonly Route[], now: readonly Route[]): Change[] {
  const current = helpersOf(now)
  return helpersOf(before).flatMap(({ name, row }) => {
    const same = current.find((helper) => helper.name === name)
    if (same !== undefined) {
      const [was, is] = [idsText(paramNames(row)), idsText(paramNames(same.row))]
      if (was !== is) return codeChange(`${name} takes ${is} now, ${was} before`, [same.row])
      return leadsElsewhere(row, same.row)
        ? codeChange(`${name} gives ${placeText(same.row)} now, ${placeText(row)} before`, [same.row])
        : []
    }
    const next = current.find((helper) => pathShape(helper.row.path) === pathShape(row.path)) ??
      current.find((helper) => helper.row.controller === row.controller && helper.row.action === row.action)
    const hint = next === undefined ? '' : `; ${next.name} gives ${next.row.path}`
    return codeChange(`${name} is gone${hint}`, [row])
  })
}

/** A row that has moved is the same for code, and so is one whose path answers by another action now. */
function leadsElsewhere (was: Route, is: Route): boolean {
  return answerText(was) !== answerText(is) && pathShape(was.path) !== pathShape(is.path)
}

function placeText (row: Route): string {
  return `${row.path} (${answerText(row)})`
}

/** A renamed action is part of its endpoint's change. */
function actionChanges (before: readonly Route[], now: readonly Route[]): Change[] {
  const current = rowsByController(now)
  return Array.from(rowsByController(before)).flatMap(([controller, rows]) => {
    const others = current.get(controller)
    if (others === undefined) return codeChange(`the controller ${controller} has no rows now`, rows)
    const actions = groupBy(others, ({ action }) => action)
    return Array.from(groupBy(rows, ({ action }) => action)).flatMap(([action, ours]) => {
      const theirs = actions.get(action)
      if (theirs === undefined) return codeChange(`${controller}#${action} is gone`, ours)
      const [was, is] = [idListsText(ours), idListsText(theirs)]
      if (was === is) return []
      return codeChange(`${controller}#${action} gets ${is} now, ${was} before`, theirs)
    })
  })
}

function codeChange (message: string, rows: readonly Route[]): Change[] {
  return [{ kind: 'code', message, rows }]
}

function helpersOf (table: readonly Route[]): readonly Helper[] {
  return table.flatMap((row) => namesOf(row).map((name) => ({ name: helperNames(name).path, row })))
}

function idListsText (rows: readonly Route[]): string {
  return [...new Set(rows.map((row) => idsText(paramNames(row))))].sort().join(' or ')
}

function idsText (params: readonly string[]): string {
  return params.length === 0 ? 'no id' : params.join(' and ')
}
