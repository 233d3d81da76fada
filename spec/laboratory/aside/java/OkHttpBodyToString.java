import okhttp3.*;

public class OkHttpBodyToString {
    public static void main(String[] args) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder().addInterceptor(chain -> {
            Request request = chain.request();
            String body = request.body() == null ? "" : request.body().toString();
            try {
                String header = Signing.authorize(request.method(), request.url().encodedPath(), body);
                return chain.proceed(request.newBuilder().addHeader("Authorization", header).build());
            } catch (Exception e) { throw new java.io.IOException(e); }
        }).build();
        RequestBody body = RequestBody.create(MediaType.get("application/json; charset=UTF-8"), Signing.job());
        try (Response answer = client.newCall(new Request.Builder().url(Signing.BASE_URL + "/v1/jobs").post(body).build()).execute()) {
            System.out.println(answer.code() + " " + answer.body().string());
        }
    }
}
