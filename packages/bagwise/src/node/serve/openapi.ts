import { version } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";

/** What the server offers, as an OpenAPI document. */
export function openApi(model: Model, { token }: { readonly token: boolean }): object {
  const answer = {
    type: "object",
    required: ["bag", "score", "predicted", "probability"],
    properties: {
      bag: { type: "string" },
      score: { type: "number" },
      predicted: { type: "string", enum: ["positive", "negative"] },
      probability: { type: ["number", "null"] },
      witness: { type: "integer", description: "The index of the instance that best explains the score, from 0." },
    },
  };
  const bag = {
    type: "object",
    required: ["id", "instances"],
    properties: {
      id: { type: ["string", "number"], description: "A number is answered as it is written." },
      instances: {
        type: "array",
        minItems: 1,
        items: {
          oneOf: [
            { type: "array", items: { type: "number" }, description: "Numbers in the order of the features." },
            { type: "object", additionalProperties: { type: "number" }, description: "Numbers by feature." },
          ],
        },
      },
    },
  };
  const problem = (description: string) => ({
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/problem" } } },
  });
  const file = { schema: { type: "string", format: "binary" } };
  return {
    openapi: "3.1.0",
    info: { title: "Scores of bags", version, description: `A model of the method ${model.card.learner}.` },
    paths: {
      "/score": {
        post: {
          summary: "Score bags",
          parameters: [{ name: "witness", in: "query", schema: { type: "string", enum: ["1"] } }],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/bag" } } },
              "text/csv": file,
              "application/vnd.apache.parquet": file,
            },
          },
          responses: {
            200: {
              description: "One answer for each bag, in their order.",
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: { bags: { type: "array", items: { $ref: "#/components/schemas/answer" } } },
                  },
                },
              },
            },
            400: problem("The bags cannot be read or scored."),
            401: problem("The token is missing or wrong."),
            408: problem("The request or its answer took too long."),
            413: problem("The body is too large."),
            415: problem("The type of the body is not one of the three."),
            503: problem("Too many requests at once. Try again later."),
          },
          ...(token && { security: [{ token: [] }] }),
        },
      },
      "/health": { get: { summary: "Whether it runs", responses: { 200: { description: "It does." } } } },
      "/metrics": { get: { summary: "Counts, for Prometheus", responses: { 200: { description: "Text." } } } },
      "/openapi.json": { get: { summary: "This document", responses: { 200: { description: "JSON." } } } },
    },
    components: {
      schemas: {
        answer,
        bag: { ...bag, description: `The features are ${JSON.stringify(model.features.slice(0, 50))}.` },
        problem: {
          type: "object",
          properties: {
            error: {
              type: "object",
              properties: { code: { type: "string" }, message: { type: "string" } },
            },
          },
        },
      },
      ...(token && { securitySchemes: { token: { type: "http", scheme: "bearer" } } }),
    },
  };
}
