{{/* The prefix of the names of all objects of this release. */}}
{{- define "space.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The labels that select every pod of this release. */}}
{{- define "space.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "space.labels" -}}
{{ include "space.selector" . }}
app.kubernetes.io/part-of: {{ .Chart.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "space.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "space.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "space.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{/* The enabled services with their defaults, by name, as YAML. */}}
{{- define "space.services" -}}
{{- $services := dict -}}
{{- range $name, $own := .Values.services -}}
{{- $service := include "space.merged" (list $.Values.serviceDefaults ($own | default dict)) | fromYaml -}}
{{- if $service.enabled -}}
{{- $_ := set $services $name $service -}}
{{- end -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* Merges two maps; the second wins, also with `false` and 0, which mergeOverwrite ignores. Lists are replaced, not joined. */}}
{{- define "space.merged" -}}
{{- $merged := deepCopy (index . 0) -}}
{{- range $key, $value := index . 1 -}}
{{- $there := get $merged $key -}}
{{- if and (kindIs "map" $value) (kindIs "map" $there) -}}
{{- $_ := set $merged $key (include "space.merged" (list $there $value) | fromYaml) -}}
{{- else -}}
{{- $_ := set $merged $key $value -}}
{{- end -}}
{{- end -}}
{{- toYaml $merged -}}
{{- end -}}

{{/* Environment variables from existing Secrets. The argument is a list of maps; later ones win. */}}
{{- define "space.secretEnv" -}}
{{- $secrets := dict -}}
{{- range . -}}
{{- range $variable, $secret := . -}}
{{- $_ := set $secrets $variable $secret -}}
{{- end -}}
{{- end -}}
{{- $variables := list -}}
{{- range $variable, $secret := $secrets -}}
{{- $variables = append $variables (dict "name" $variable "valueFrom" (dict "secretKeyRef" $secret)) -}}
{{- end -}}
{{- toYaml $variables -}}
{{- end -}}

{{/* The common part of every pod: the level "restricted" of the Pod Security Standards, and a read-only root file system. */}}
{{- define "space.pod" -}}
serviceAccountName: {{ include "space.serviceAccountName" . }}
automountServiceAccountToken: false
# Otherwise Kubernetes adds variables such as SPACE_GATEWAY_PORT, which look like settings.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
{{- end -}}

{{- define "space.container" -}}
image: {{ include "space.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
envFrom:
  - configMapRef:
      name: {{ include "space.name" . }}
{{- end -}}

{{/* The container that applies migrations, for the Job and for the init container. */}}
{{- define "space.migrate" -}}
name: migrate
command: [node, scripts/migrate.ts]
{{ include "space.container" . }}
env:
  {{- include "space.secretEnv" (list .Values.secrets .Values.migrations.secrets) | nindent 2 }}
resources:
  {{- toYaml .Values.migrations.resources | nindent 2 }}
{{- end -}}
