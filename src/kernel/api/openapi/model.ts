import { z } from 'zod'
import '#kernel/values/inputs/field-sentences.ts'

/** Creates the schema of an object. `name` is the name of its component in the OpenAPI document. */
export const model = <T extends z.core.$ZodLooseShape>(name: string, shape: T) => z.object(shape).meta({ id: name })

/** Creates a `model` that refuses unknown fields. */
export const strictModel = <T extends z.core.$ZodLooseShape>(name: string, shape: T) =>
  z.strictObject(shape).meta({ id: name })
