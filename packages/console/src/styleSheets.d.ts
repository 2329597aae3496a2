// The bundler takes imports of style sheets out of the modules.
declare module '*.css'
